import { live } from '#contract/live.ts'
import { cursorOf, readAfter, readPosition } from '../platform/change-feed.ts'
import { implement } from '../platform/implement.ts'
import { boundBuildings } from '../registry/building.scope.ts'
import { addFigure, alarmRowsOf, concerns, isFigure, presentChange, presentFigures } from './live-scope.ts'

export const liveApi = implement(live, {
  async changes({ after }, { db, session }) {
    const { changes, ...position } = await (after === '' ? readPosition(db) : readAfter(db, after))
    const cursor = cursorOf(position)
    if (changes === null) return { cursor, reset: true, changes: [], figures: [] }
    // A binding that ended meanwhile hides them.
    const bound = await boundBuildings(db, session)
    const own = changes.filter((change) => concerns(session, change, bound))
    const rows = await alarmRowsOf(db, own)
    const figures = new Map<string, Set<number> | null>()
    for (const change of own) if (isFigure(session, change)) addFigure(figures, change)
    return {
      cursor,
      reset: false,
      changes: own.filter((change) => !isFigure(session, change)).map((change) => presentChange(change, rows)),
      figures: presentFigures(figures),
    }
  },
})
