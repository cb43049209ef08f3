import type { Recipient } from './recipient.ts'

/** A city or county and its districts, as the address form offers them: name and three-digit zipcode. */
export type City = {
  readonly name: string
  readonly districts: readonly { readonly name: string; readonly zipcode: string }[]
}

/** The districts of a city by its name, or none for a city that is not offered. */
export function districtsOf(cities: readonly City[], name: string): City['districts'] {
  return cities.find((city) => city.name === name)?.districts ?? []
}

/** The zipcode of a district, or the one that is there when it is the district's or the district has none. */
export function zipcodeOf(
  cities: readonly City[],
  place: { readonly city: string; readonly area: string; readonly zipcode: string },
): string {
  const district = districtsOf(cities, place.city).find(({ name }) => name === place.area)
  const isThere = district === undefined || place.zipcode.startsWith(district.zipcode)
  return isThere ? place.zipcode : district.zipcode
}

/**
 * Returns a zipcode's city and district, or the city alone if districts share it. Undefined if
 * unlisted.
 */
export function placeOf(
  cities: readonly City[],
  zipcode: string,
): { readonly city: string; readonly area: string } | undefined {
  const places = cities.flatMap(({ name: city, districts }) =>
    districts
      .filter((district) => district.zipcode === zipcode.slice(0, 3))
      .map(({ name: area }) => ({ city, area })),
  )
  const [only, ...others] = places
  return only && others.length > 0 ? { city: only.city, area: '' } : only
}

/** True if city, district and zipcode match; longer zipcodes start with the district's. */
export function isListedPlace(
  cities: readonly City[],
  { city, area, zipcode }: Pick<Recipient, 'city' | 'area' | 'zipcode'>,
): boolean {
  const district = districtsOf(cities, city).find(({ name }) => name === area)
  return district !== undefined && zipcode.startsWith(district.zipcode)
}
