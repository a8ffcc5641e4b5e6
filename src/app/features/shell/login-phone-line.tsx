import { useQuery } from '@tanstack/react-query'
import { loginPhoneQuery } from '#app/data/login-phone.ts'

export function LoginPhone() {
  const { data } = useQuery(loginPhoneQuery.detail())
  return data && <>{data.phone ?? '未设置'}</>
}

export function LoginPhoneLine() {
  const { data } = useQuery(loginPhoneQuery.detail())
  return data ? <p>登录手机号 {data.phone ?? '未设置'}</p> : null
}
