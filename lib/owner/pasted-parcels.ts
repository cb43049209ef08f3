import type { Parcel } from '#lib/order/entered-parcel.ts'
import { readOrderNumber } from '#lib/order/order-number.ts'
import { pastedText, toSingleLine } from '#lib/text/plain-text.ts'
import { type CarrierFile, readCarrierFile } from './carrier-file.ts'

/** A parcel with the number of its order. */
export type PastedParcel = Parcel & { readonly orderNumber: string }

/** The parcels in a pasted text, and the lines that are none, each with its place from 1. */
export type PastedParcels = {
  readonly parcels: readonly PastedParcel[]
  readonly unclear: readonly { readonly line: number; readonly text: string }[]
}

const LONGEST_CARRIER = 40
const LONGEST_TRACKING = 60

// Letters and digits, in groups as carriers print them; a day or a number of units is none.
const TRACKING_NUMBER = /^(?=.*\d)(?=.{4})(?!\d{4}-\d\d?-\d\d?$)[a-z\d]+(?:[ -]+[a-z\d]+)*$/i

// Digits alone, or as many as a telephone number, a day or another tracking number has.
const NO_CARRIER = /^[\d ]+$|(?:\d\D*){8}/

// Strips a spreadsheet's quotes. Written as a loop: the equivalent pattern backtracks on long
// input.
function withoutQuotes(cell: string): string {
  let end = cell.length
  while (end > 0 && `"'`.includes(cell.charAt(end - 1))) end -= 1
  return cell.slice(0, end).replace(/^["'=]+/, '')
}

// The cells up to the last filled one, or undefined when there are more than a parcel has.
function cells(line: string): readonly string[] | undefined {
  const plain = pastedText(line.replaceAll('\t', ','))
  const isTable = /[,;]/.test(plain)
  const parts = plain.split(isTable ? /[,;]/ : /\s+/).map((part) => withoutQuotes(part.trim()))
  if (isTable && parts.findLastIndex(Boolean) > 2) return undefined
  return parts.filter(Boolean)
}

function parcelIn(line: string, usual: string): PastedParcel | undefined {
  const [number = '', ...rest] = cells(line) ?? []
  const orderNumber = readOrderNumber(number)
  const trackingNumber = rest.at(-1) ?? ''
  const named = rest.slice(0, -1).join(' ')
  const carrier = named || usual.trim()
  const fits =
    carrier !== '' && carrier.length <= LONGEST_CARRIER && trackingNumber.length <= LONGEST_TRACKING
  const isParcel = fits && TRACKING_NUMBER.test(trackingNumber) && !NO_CARRIER.test(named)
  return isParcel && orderNumber !== undefined
    ? { orderNumber, carrier, trackingNumber }
    : undefined
}

// Skips a sum row, which has neither order nor tracking number.
function fromFile({ carrier, rows }: CarrierFile, usual: string): PastedParcels {
  const read = rows.map(({ line, number, trackingNumber }) => {
    const orderNumber = readOrderNumber(number)
    const isParcel =
      TRACKING_NUMBER.test(trackingNumber) && trackingNumber.length <= LONGEST_TRACKING
    const parcel =
      isParcel && orderNumber
        ? { orderNumber, carrier: carrier || usual.trim(), trackingNumber }
        : undefined
    return { line, parcel, text: [number, trackingNumber].filter(Boolean).join(' ').slice(0, 80) }
  })
  return {
    parcels: read.flatMap(({ parcel }) => parcel ?? []),
    unclear: read.flatMap(({ line, text, parcel }) => (parcel ? [] : [{ line, text }])),
  }
}

/**
 * Parses a carrier's file, or lines of order number, optional carrier and tracking number. Other
 * lines are unclear.
 */
export function readPastedParcels(text: string, carrier: string): PastedParcels {
  const file = readCarrierFile(text)
  return file ? fromFile(file, carrier) : readLines(text, carrier)
}

function readLines(text: string, carrier: string): PastedParcels {
  const lines = text.split(/\r\n|[\n\r]/).map((content, index) => ({ content, line: index + 1 }))
  const filled = lines.filter(({ content }) => content.trim() !== '')
  const read = filled.map((one) => ({ ...one, parcel: parcelIn(one.content, carrier) }))
  return {
    parcels: read.flatMap(({ parcel }) => parcel ?? []),
    unclear: read.flatMap(({ parcel, line, content }) =>
      parcel ? [] : [{ line, text: toSingleLine(content).slice(0, 80) }],
    ),
  }
}
