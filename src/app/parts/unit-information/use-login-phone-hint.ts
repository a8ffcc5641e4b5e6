import { useQuery } from '@tanstack/react-query'
import { loginPhoneQuery } from '#app/data/login-phone.ts'

/** Undefined: no such call. @param unchanged the saved phone */
export function useLoginPhoneHint(unchanged: boolean): string | undefined {
  const { data } = useQuery(loginPhoneQuery.detail())
  if (!data) return undefined
  if (data.isManagers && unchanged) return '用于找回账号和免密登录'
  if (data.phone === null) return '不用于登录；登录手机号尚未设置，可在右上角账号菜单中设置'
  return `不用于登录；登录手机号为 ${data.phone}，可在右上角账号菜单中更换`
}
