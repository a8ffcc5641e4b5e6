import { Link } from '@tanstack/react-router'
import type { AuthorityArea } from '#app/data/authority.ts'
import { buildingsOf } from '#app/parts/authority-area.ts'
import { BuildingLink } from '#app/parts/building-link.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { Matter, matterClass } from './matter-row.tsx'
import type { Duty } from './now-block.tsx'

interface ContactMatterProps {
  readonly of: 'own' | 'organs' | 'buildings'
  readonly duty: Duty
  readonly area: AuthorityArea
}

const look = { mark: <ToneMark tone="attention" />, tone: 'attention' } as const

export function ContactMatter({ of, duty: { contactless }, area }: ContactMatterProps) {
  if (of === 'own')
    return (
      <Link to="/dutyContacts" className={matterClass}>
        <Matter {...look} title="未设值班联系人" detail={'火警超时后\u200b本机构无人接到通知，去设置'} />
      </Link>
    )
  if (of === 'organs')
    return (
      <Link to="/organList" search={{ contactless: 1 }} className={matterClass}>
        <Matter {...look} count={contactless.organs} title="个区无值班联系人" detail={'火警超时后\u200b直接通知总队'} />
      </Link>
    )
  return (
    <BuildingLink to={buildingsOf(area, { condition: 'contactless' })} className={matterClass}>
      <Matter
        {...look}
        count={contactless.buildings}
        title="栋建筑无值班联系人"
        detail={'火警直接通知\u200b消防救援机构'}
      />
    </BuildingLink>
  )
}
