import { Link } from '@tanstack/react-router'
import { signIn } from '#app/data/sign-in.ts'
import { Mark } from '#app/ui/mark.tsx'
import { SignInPanels } from './sign-in-panels.tsx'

const LINK = 'inline-flex min-h-control items-center px-3 text-link underline-offset-4 hover:underline'

export function ProviderSignIn() {
  return (
    <main className="no-bar flex min-h-screen flex-col bg-brand lg:flex-row">
      <header className="flex shrink-0 flex-col justify-center px-6 py-6 text-brand-on lg:w-5/12 lg:px-16">
        <Mark of="platform" className="mb-4 h-14 w-14" />
        <p className="text-2xl font-semibold lg:text-4xl">消防物联网</p>
        <p className="text-2xl font-semibold lg:text-4xl">数据对接平台</p>
        <p className="mt-3 hidden text-brand-soft lg:block">查看密钥、绑定的建筑和上报结果</p>
      </header>
      <section className="relative flex flex-1 flex-col justify-center rounded-t-xl bg-surface px-6 py-6 lg:rounded-none lg:px-16">
        <div className="mx-auto w-full max-w-sm">
          <h1 className="mb-5 text-2xl font-semibold text-ink">服务商登录</h1>
          <SignInPanels prove={signIn} />
          <p className="mt-4 flex justify-center text-sm">
            <Link to="/register" preload={false} className={LINK}>
              服务商注册
            </Link>
            <Link to="/portal" preload={false} className={LINK}>
              返回首页
            </Link>
          </p>
        </div>
      </section>
    </main>
  )
}
