import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { contentQuery } from '#app/data/content.ts'
import { confirm } from '#app/ui/confirm.ts'

export const PROVIDERS_ONLY = '注册入口仅面向物联网服务商'
export const OTHERS = '社会单位和消防救援机构的账号由消防救援机构开设，无需注册。'

const LINK = 'inline-flex min-h-control items-center text-link underline-offset-4 hover:underline'

export function RegisterLink() {
  const { data } = useQuery(contentQuery.settings())
  const navigate = useNavigate()

  async function register() {
    const address = data?.providerRegisterUrl ?? ''
    const goes = await confirm({ title: '提示', question: PROVIDERS_ONLY, detail: OTHERS, yes: '前往注册' })
    if (!goes) return
    if (address === '') await navigate({ to: '/register' })
    else window.open(address, '_blank', 'noopener,noreferrer')
  }

  return (
    <div className="mt-3 border-t border-line pt-1 text-sm">
      <p className="flex justify-between">
        <Link to="/selectSys" className={LINK}>
          选择登录入口
        </Link>
        <button type="button" onClick={() => void register()} className={LINK}>
          服务商注册
        </button>
      </p>
      <p className="text-ink-soft">社会单位账号由消防救援机构开设</p>
    </div>
  )
}
