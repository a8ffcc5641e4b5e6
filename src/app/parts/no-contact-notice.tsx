import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { useMay } from '#app/session/use-may.ts'

export function NoContactNotice() {
  return useMay('desk') ? <Notice /> : null
}

/** On phones the home says it. */
function Notice() {
  const { data } = useQuery(dutyContactQuery.list())
  if (data?.list.length !== 0) return null
  return (
    <p
      role="alert"
      className="mb-3 hidden min-h-control md:flex flex-wrap items-center gap-x-3 rounded-md border border-attention bg-attention-soft px-3 text-base text-attention-ink"
    >
      未设值班联系人，火警超时后无人接到通知
      <Link to="/dutyContacts" className="inline-flex min-h-control items-center font-semibold underline">
        去设置
      </Link>
    </p>
  )
}
