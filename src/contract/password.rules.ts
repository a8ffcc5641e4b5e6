import * as v from 'valibot'

/** For recovery and for the required change of a first password. Source: rulings, Sign-in. */
export const STRICT_PASSWORD_TEXT = '密码长度8-16位，需包括数字、大小写字母和特殊符号'
/** For a voluntary change. Source: document 1, section 5. */
export const USUAL_PASSWORD_TEXT = '密码中必须包含字母、数字、符号，长度在8~20个字符'
export const PASSWORDS_DIFFER = '两次输入密码不一致!'
export const PASSWORD_EMPTY = '密码不能为空'

/** 8–16 characters with digit, upper, lower and one of `! @ # $ % ^ & * ? .`, no spaces. */
export function meetsStrict(password: string): boolean {
  return (
    /^\S{8,16}$/.test(password) &&
    /\d/.test(password) &&
    /[A-Z]/.test(password) &&
    /[a-z]/.test(password) &&
    /[!@#$%^&*?.]/.test(password)
  )
}

/** 8–20 characters with letters, digits and symbols, no spaces. */
export function meetsUsual(password: string): boolean {
  return (
    /^\S{8,20}$/.test(password) && /\d/.test(password) && /[A-Za-z]/.test(password) && /[^A-Za-z0-9]/.test(password)
  )
}

export interface PasswordRule {
  readonly meets: (password: string) => boolean
  readonly text: string
}

export const STRICT_PASSWORD: PasswordRule = { meets: meetsStrict, text: STRICT_PASSWORD_TEXT }
export const USUAL_PASSWORD: PasswordRule = { meets: meetsUsual, text: USUAL_PASSWORD_TEXT }

export const anyPassword = v.pipe(v.string(), v.nonEmpty(PASSWORD_EMPTY), v.maxLength(128, '密码最多 128 位'))
