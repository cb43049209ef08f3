import { readOrderNumber } from '#lib/order/order-number.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import { cellsOf } from './carrier-file.ts'

/** Numbers of invoices in a pasted text, and the lines that name none, from 1. */
export type InvoiceNumbers = {
  readonly numbers: readonly { readonly orderNumber: string; readonly invoiceNumber: string }[]
  readonly unclear: readonly number[]
}

const INVOICE = /^[A-Z]{2}\d{8}$/

function invoiceIn(cell: string): string | undefined {
  const number = pastedText(cell).toUpperCase().replaceAll(/[\s-]/g, '')
  return INVOICE.test(number) ? number : undefined
}

const first = <Value>(cells: readonly string[], read: (cell: string) => Value | undefined) =>
  cells.flatMap((cell) => read(cell) ?? [])[0]

/** Parses lines of order and invoice numbers in any columns; skips a header. */
export function readInvoiceNumbers(text: string): InvoiceNumbers {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/)
  const read = lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const cells = /[,\t;]/.test(line) ? cellsOf(line) : line.trim().split(/\s+/)
    if (index === 0 && cells.some((cell) => cell.includes('發票'))) return []
    const orderNumber = first(cells, readOrderNumber)
    const invoiceNumber = first(cells, invoiceIn)
    return [{ line: index + 1, orderNumber, invoiceNumber }]
  })
  return {
    numbers: read.flatMap(({ orderNumber, invoiceNumber }) =>
      orderNumber !== undefined && invoiceNumber !== undefined
        ? [{ orderNumber, invoiceNumber }]
        : [],
    ),
    unclear: read.flatMap(({ line, orderNumber, invoiceNumber }) =>
      orderNumber !== undefined && invoiceNumber !== undefined ? [] : [line],
    ),
  }
}
