import { type Access, may } from '#contract/access.ts'
import { actorOf, useSession } from './session.ts'

export const useMay = (access: Access): boolean => may(access, actorOf(useSession()))
