/**
 * Returns the invoice's unique alphanumeric key. `issue` counts an order's invoices from 1; voids
 * are replaced.
 */
export function relateNumber(orderNumber: string, issue = 1): string {
  const digits = orderNumber.replaceAll(/\D/g, '')
  return issue === 1 ? `OT${digits}` : `OT${digits}R${issue}`
}
