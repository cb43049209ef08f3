import { z } from 'zod'

/** The check digit of the first 13 digits of a GTIN-14 (GS1 General Specifications, 7.9). */
export function checkDigit(digits: string): number {
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** Problem of a GTIN-14 in Chinese, or undefined for a valid one. */
export function gtinProblem(gtin: string): string | undefined {
  if (!/^\d{14}$/.test(gtin)) return '必須是 14 位數字，並加上引號'
  const right = checkDigit(gtin.slice(0, 13))
  return gtin.endsWith(String(right)) ? undefined : `檢查碼不對，最後一位應該是 ${right}`
}

/** A GTIN-14 with its check digit, as GS1 gave it out. */
export const gtinSchema = z.string('必須加上引號').check((values) => {
  const problem = gtinProblem(values.value)
  if (problem !== undefined) {
    values.issues.push({ code: 'custom', input: values.value, message: problem })
  }
})
