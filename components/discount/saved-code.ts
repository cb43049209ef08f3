import { browserStorage } from '#components/ui/browser.ts'
import { CODE_FORM, typedCode } from '#lib/discount/code-form.ts'

const storage = browserStorage('discount-code')

/** The code that this browser keeps for its next order, from a link or a checkout; undefined without one. */
export function readSavedCode(): string | undefined {
  const code = storage.read() ?? ''
  return CODE_FORM.test(code) ? code : undefined
}

/** Keeps a code until an order with it is paid, or it is removed. */
export function saveCode(code: string): void {
  storage.write(code)
}

export function forgetCode(): void {
  storage.remove()
}

/** The parameter of a link that brings a code along. */
export const CODE_PARAMETER = 'code'

/** The code that an address brings along (`?code=`), as it is meant; undefined without one. */
export function codeInAddress(search: string): string | undefined {
  const code = typedCode(new URLSearchParams(search).get(CODE_PARAMETER) ?? '')
  return CODE_FORM.test(code) ? code : undefined
}
