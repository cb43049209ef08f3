import type { StoredVersion } from './history.ts'
import type { Aggregation, Fields, Value } from './messages.ts'
import { parseFieldPath } from './names.ts'
import { valueAt } from './queries.ts'
import { notServed } from './refusal.ts'
import { double, integer } from './values.ts'

const LIMIT = 2n ** 63n

/** Sum of the numbers: an integer, or a double once one is in it or int64 is too small. */
function sum(values: readonly Value[]): Value {
  const integers = values.flatMap((value) =>
    value.valueType === 'integerValue' ? BigInt(value.integerValue) : [],
  )
  const doubles = values.flatMap((value) =>
    value.valueType === 'doubleValue' ? value.doubleValue : [],
  )
  const whole = integers.reduce((total, value) => total + value, 0n)
  const fits = whole < LIMIT && whole >= -LIMIT
  if (doubles.length === 0 && fits) return integer(whole)
  return double(doubles.reduce((total, value) => total + value, Number(whole)))
}

/** The fields that are summed up; a document that lacks one is left out of every aggregation. */
export const summedFields = (aggregations: readonly Aggregation[]): string[] =>
  aggregations.flatMap(({ sum }) => sum?.field?.fieldPath ?? [])

export function aggregate(
  documents: readonly StoredVersion[],
  aggregations: readonly Aggregation[],
): Fields {
  const paths = summedFields(aggregations).map(parseFieldPath)
  const rows = documents.filter((document) => paths.every((path) => valueAt(document, path)))
  return Object.fromEntries(
    aggregations.map(({ alias = '', operator, count, sum: summed }, i) => {
      const name = alias || `field_${i + 1}`
      if (count) {
        const most = BigInt(count.upTo?.value ?? rows.length)
        return [name, integer(most < rows.length ? most : BigInt(rows.length))]
      }
      if (!summed) throw notServed(`The aggregation ${operator ?? '(none)'}`)
      const path = parseFieldPath(summed.field?.fieldPath)
      return [name, sum(rows.flatMap((document) => valueAt(document, path) ?? []))]
    }),
  )
}
