import type { Parcel } from '../order/fulfilment.ts'
import { readOrderNumber } from '../order/order-number.ts'
import { oneLine } from '../site/plain-text.ts'

/** A parcel with the number of its order. */
export type OrderParcel = Parcel & { readonly orderId: string }

/** The parcels in a pasted text, and the lines that are none, each with its place from 1. */
export type PastedParcels = {
  readonly parcels: readonly OrderParcel[]
  readonly unclear: readonly { readonly line: number; readonly text: string }[]
}

const LONGEST_CARRIER = 40
const LONGEST_TRACKING = 60

function cells(line: string): readonly string[] {
  const plain = oneLine(line.replaceAll('\t', ',')).normalize('NFKC')
  const parts =
    plain.includes(',') || plain.includes(';') ? plain.split(/[,;]/) : plain.split(/\s+/)
  return parts.map((part) => part.trim().replaceAll(/^["'=]+|["']+$/g, '')).filter(Boolean)
}

function parcelIn(line: string, carrier: string): OrderParcel | undefined {
  const [number = '', ...rest] = cells(line)
  const orderId = readOrderNumber(number)
  const parcel: Parcel = {
    carrier: rest.length > 1 ? rest.slice(0, -1).join(' ') : carrier.trim(),
    trackingNumber: rest.at(-1) ?? '',
  }
  const fits =
    parcel.carrier.length <= LONGEST_CARRIER && parcel.trackingNumber.length <= LONGEST_TRACKING
  const isKnown = orderId !== undefined && parcel.trackingNumber !== '' && parcel.carrier !== ''
  return isKnown && fits ? { orderId, ...parcel } : undefined
}

/**
 * Reads lines as carriers' files have them: order number, carrier where it differs from `carrier`,
 * tracking number; separated by commas, tabs or blanks.
 */
export function readPastedParcels(text: string, carrier: string): PastedParcels {
  const lines = text.split(/\r\n|[\n\r]/).map((content, index) => ({ content, line: index + 1 }))
  const filled = lines.filter(({ content }) => content.trim() !== '')
  const read = filled.map((one) => ({ ...one, parcel: parcelIn(one.content, carrier) }))
  return {
    parcels: read.flatMap(({ parcel }) => parcel ?? []),
    unclear: read.flatMap(({ parcel, line, content }) =>
      parcel ? [] : [{ line, text: oneLine(content).slice(0, 80) }],
    ),
  }
}
