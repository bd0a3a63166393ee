#include "cli/complaints.hpp"

#include <system_error>

#include "cli/answers.hpp"
#include "cli/options.hpp"
#include "grader/errors.hpp"
#include "simt/simt.hpp"
#include "support/config/table.hpp"
#include "support/process/child.hpp"

namespace cli {

Complaint complaint_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const CallError& wrong) {
    return {call_was_wrong, wrong.what()};
  } catch (const grader::UsageError& wrong) {
    return {call_was_wrong, wrong.what()};
  } catch (const simt::UnknownDevice& wrong) {
    return {call_was_wrong, wrong.what()};
  } catch (const grader::CannotGrade& fault) {
    return {could_not_be_graded, fault.what()};
  } catch (const config::Error& fault) {
    return {could_not_be_graded, fault.what()};
  } catch (const process::Interrupted& end) {
    return {interrupted, end.what()};
  } catch (const std::system_error& fault) {
    return {could_not_be_graded, fault.what()};
  } catch (const std::exception& bug) {
    return {could_not_be_graded, std::string("this is a bug in the grader, not in your code: ") + bug.what()};
  }
}

}  // namespace cli
