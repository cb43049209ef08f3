import { findCities } from '#lib/delivery/find-cities.ts'

export const cities = findCities()
