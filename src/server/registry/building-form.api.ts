import { buildingForm } from '#contract/building-form.ts'
import { implement } from '../platform/implement.ts'
import { addBuilding } from './add-building.ts'
import { bindBuilding, suggestBuildings } from './bind-building.ts'
import { editBuilding } from './edit-building.ts'

export const buildingFormApi = implement(buildingForm, {
  suggest: ({ keyword }, ctx) => suggestBuildings(keyword, ctx),
  add: addBuilding,
  bind: bindBuilding,
  edit: ({ iotBuildingBaseInfoVO }, ctx) => editBuilding(iotBuildingBaseInfoVO, ctx),
})
