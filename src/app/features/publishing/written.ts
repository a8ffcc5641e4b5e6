import { isNotice, isNotification } from '#contract/publishing.rules.ts'
import type { PublicationDetail, PublicationKind } from '#contract/publishing.ts'
import type { Role } from '#contract/access.ts'

interface Chosen {
  readonly id: string
  readonly name: string
}

export interface WrittenPublication {
  readonly title: string
  readonly bodyHtml: string
  readonly url: string
  readonly sysOrganId: string
  readonly roles: readonly string[]
  readonly counties: readonly string[]
  readonly units: readonly Chosen[]
}

export const EMPTY_PUBLICATION: WrittenPublication = {
  title: '',
  bodyHtml: '',
  url: '',
  sysOrganId: '',
  roles: [],
  counties: [],
  units: [],
}

export const writtenOf = ({ title, bodyHtml, url, sysOrganId, audience }: PublicationDetail): WrittenPublication => ({
  title,
  bodyHtml,
  url,
  sysOrganId: sysOrganId ?? '',
  roles: audience?.roles ?? [],
  counties: audience?.counties ?? [],
  units: audience?.units ?? [],
})

export function inputOf(kind: PublicationKind, written: WrittenPublication) {
  const { title, bodyHtml, url, sysOrganId, roles, counties, units } = written
  return {
    kind,
    title,
    ...(isNotice(kind) ? { url, sysOrganId: sysOrganId === '' ? null : sysOrganId } : { bodyHtml }),
    ...(isNotification(kind) && {
      audience: { roles: roles as Role[], counties: [...counties], unitIds: units.map(({ id }) => id) },
    }),
  }
}
