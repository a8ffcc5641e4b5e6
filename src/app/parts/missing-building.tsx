import { Link } from '@tanstack/react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { ErrorScreen } from '#app/ui/error-screen.tsx'
import { NextPlaces } from './next-places.tsx'

/** For a building that is deleted or outside the account's scope: the server does not tell which. */
export function MissingBuilding() {
  return (
    <ErrorScreen
      kind="missing"
      title="该建筑不存在"
      detail="它已被解绑或删除，或者不在您可查看的范围内。请按名称查找，或向建筑的管理单位核对。"
      actions={
        <>
          <Link to="/buildingList" className={buttonClass()}>
            建筑列表
          </Link>
          <NextPlaces />
        </>
      }
    />
  )
}
