import { AppError } from '../app-error.ts'
import { isUniqueViolation } from '../db/errors.ts'

const TAKEN = '该账号已被使用，请换一个'

/**
 * Runs a change that takes an account's name. Only the database can tell of two at once who takes it; its refusal must
 * have been met in a savepoint of its own.
 * @throws AppError 409 at the name where somebody signs in with it, in whatever capitals
 */
export async function takeName<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const taken = ['account_account_key', 'account_lower_account_key'].some((key) => isUniqueViolation(error, key))
    if (taken) throw new AppError(409, TAKEN, { account: TAKEN })
    throw error
  }
}
