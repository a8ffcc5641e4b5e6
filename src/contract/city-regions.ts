import * as v from 'valibot'

const name = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40))
const code = (form: RegExp) => v.pipe(v.string(), v.regex(form))

export const cityRegions = v.pipe(
  v.object({
    code: code(/^\d{4}00$/),
    name,
    districts: v.pipe(
      v.array(
        v.object({
          code: code(/^\d{6}$/),
          name,
          center: v.optional(v.tuple([v.number(), v.number()])),
          streets: v.pipe(v.array(v.object({ code: code(/^\d{9}$/), name })), v.minLength(1)),
        }),
      ),
      v.minLength(1),
    ),
  }),
  v.check(({ code: city, districts }) =>
    districts.every(
      ({ code: district, streets }) =>
        district.startsWith(city.slice(0, 4)) && streets.every((street) => street.code.startsWith(district)),
    ),
  ),
)
export type CityRegions = v.InferOutput<typeof cityRegions>
