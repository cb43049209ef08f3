const TAX_ID = /^\d{8}$/
const WEIGHTS = [1, 2, 1, 2, 1, 2, 4, 1] as const

/** Whether eight digits are a company's tax id (統一編號), by the rule of April 2023. */
export function isTaxId(text: string): boolean {
  if (!TAX_ID.test(text)) return false
  const digits = text.split('').map(Number)
  // The digits of each product are added up.
  const sum = WEIGHTS.reduce((total, weight, place) => {
    const product = weight * (digits[place] ?? 0)
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  // A seventh digit of 7 gives 28, whose digits add up to 10: it counts as 1 or as 0.
  return sum % 5 === 0 || (digits[6] === 7 && (sum - 9) % 5 === 0)
}
