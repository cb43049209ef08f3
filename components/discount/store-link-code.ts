import { toast } from '#components/ui/toast.ts'
import { codeInAddress, saveCode, readSavedCode } from './saved-code.ts'

/**
 * Keeps the code that an address brings along, and says so where it is a new one. One that is kept already stays: whoever
 * sends a link must not put a code of their own in its place.
 */
export function carryCode(search: string): void {
  const code = codeInAddress(search)
  const kept = readSavedCode()
  if (code === undefined || code === kept) return
  if (kept !== undefined) {
    toast.success(`仍使用折扣碼 ${kept}。若要改用 ${code}，請在結帳時輸入。`)
    return
  }
  saveCode(code)
  toast.success(`已帶入折扣碼 ${code}，結帳時會套用。`)
}
