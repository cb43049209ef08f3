import type { Recipient } from './recipient.ts'

/** A city or county and its districts, as the address form offers them: name and three-digit zipcode. */
export type City = {
  readonly name: string
  readonly districts: readonly { readonly name: string; readonly zipcode: string }[]
}

/** The districts of a city by its name; none for a city that is not offered. */
export function districtsOf(cities: readonly City[], name: string): City['districts'] {
  return cities.find((city) => city.name === name)?.districts ?? []
}

/** The zipcode of a district, or the one that is there when the district has none. */
export function zipcodeOf(
  cities: readonly City[],
  place: { readonly city: string; readonly area: string; readonly zipcode: string },
): string {
  const district = districtsOf(cities, place.city).find(({ name }) => name === place.area)
  return district?.zipcode ?? place.zipcode
}

/** Whether city, district and zipcode are one place of the list; a zipcode of five or six digits begins with the district's. */
export function isListedPlace(
  cities: readonly City[],
  { city, area, zipcode }: Pick<Recipient, 'city' | 'area' | 'zipcode'>,
): boolean {
  const district = districtsOf(cities, city).find(({ name }) => name === area)
  return district !== undefined && zipcode.startsWith(district.zipcode)
}
