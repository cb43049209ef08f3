/**
 * The key of an order's invoice: letters and digits, unique for ever. `issue` counts the invoices of the order,
 * from 1; another than the first replaces one that was void.
 */
export function relateNumber(orderNumber: string, issue = 1): string {
  const digits = orderNumber.replaceAll(/\D/g, '')
  return issue === 1 ? `OT${digits}` : `OT${digits}R${issue}`
}
