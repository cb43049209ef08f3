import { closedProblem, type DiscountCode } from '#lib/discount/discount.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** Whether a code can be used now, as its owner reads it. */
export function codeStateText(code: DiscountCode, uses: number, now: Date): string {
  switch (closedProblem(code, uses, now)?.why) {
    case undefined:
      return '可以用'
    case 'paused':
      return '已暫停'
    case 'not-yet':
      return `${formatDay(code.starts ?? '')}開始`
    case 'over':
      return '已過期'
    case 'used-up':
      return '已用完'
  }
}
