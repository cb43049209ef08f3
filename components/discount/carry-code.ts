import { toast } from '#components/ui/toast.ts'

import { codeInAddress, keepCode, readKeptCode } from './kept-code.ts'

/** Keeps the code that an address brings along, and says so where it is a new one. */
export function carryCode(search: string): void {
  const code = codeInAddress(search)
  if (code === undefined || code === readKeptCode()) return
  keepCode(code)
  toast.success(`已記下折扣碼 ${code}，結帳時會套用。`)
}
