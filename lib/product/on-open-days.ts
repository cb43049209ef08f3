import { openDay } from '#lib/company/open-day.ts'

/**
 * A product as a shopper sees it: a shipping day that falls into a closing is the first day after it. The owner's own
 * questions and editions keep the day that was written.
 */
export function onOpenDays<Shown extends { readonly estimated_ship_date?: string | undefined }>(
  product: Shown,
): Shown {
  const { estimated_ship_date: day } = product
  return day === undefined ? product : { ...product, estimated_ship_date: openDay(day) }
}
