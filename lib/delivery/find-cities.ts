import 'server-only'

import { taiwanCities } from '#lib/adapters/taiwan-post/districts.ts'
import type { City } from './districts.ts'

/** Islands that have a zipcode and no addresses. */
const NO_ADDRESSES = ['釣魚臺列嶼', '東沙群島', '南沙群島']

/** The cities and districts to which the shop delivers: Taiwan's main island and its outlying islands. */
export function findCities(): readonly City[] {
  return taiwanCities().map(({ name, districts }) => ({
    name,
    districts: districts.filter((district) => !NO_ADDRESSES.includes(district.name)),
  }))
}
