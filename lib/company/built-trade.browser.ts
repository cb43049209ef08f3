import { isNumber, isText, matchShape, withFields } from '../text/json-shape.ts'
import type { PublicTrade } from './trade-schema.ts'

const isTrade = withFields<PublicTrade>({
  delivery_fee: isNumber,
  free_delivery_from: (value): value is number | undefined =>
    value === undefined || isNumber(value),
  most_pieces: isNumber,
  company: isText,
  tax_id: isText,
  representative: isText,
  address: isText,
  phone: isText,
  email: isText,
  hours: isText,
  hours_note: isText,
})

function builtTrade(): PublicTrade {
  const trade = matchShape(isTrade, JSON.parse(process.env.BUILT_TRADE ?? 'null'))
  if (!trade) throw new Error('next.config.ts wrote no trade into this build.')
  return trade
}

/** The trade of this build: package.json gives this file to browsers, and built-trade.ts to servers. */
export const BUILT_TRADE = builtTrade()
