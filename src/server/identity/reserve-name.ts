import { AppError } from '../platform/app-error.ts'
import { isUniqueViolation } from '../platform/db/errors.ts'

const TAKEN = '该账号已被使用，请换一个'

/** @param change must use a savepoint @throws AppError 409 if taken, ignoring case */
export async function reserveName<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    const taken = ['account_account_key', 'account_lower_account_key'].some((key) => isUniqueViolation(error, key))
    if (taken) throw new AppError(409, TAKEN, { account: TAKEN })
    throw error
  }
}
