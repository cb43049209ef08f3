import type { SizeAdvice } from '#lib/product/size-chart.ts'

const OUTSIDE = {
  small:
    '您的身形比 S 的建議範圍小一些。S 會是寬鬆的穿法：衣長 65、胸寬 48 公分。拿一件平常穿的 T 恤比比看。',
  large:
    '這組數字超出尺寸表的 XXL。XXL 會是最接近的，但可能偏合身；可以量一件平常合身的 T 恤來比對。',
  mixed:
    '這組數字不在尺寸表的範圍內，我們沒有把握，就不亂建議。請量一件平常合身的 T 恤，再對照衣長與胸寬。',
} as const

/** What the size finder says, honest where the chart gives no single answer. */
export function sizeSentence(advice: SizeAdvice): string {
  switch (advice.kind) {
    case 'one':
      return `建議 ${advice.size}。身高與體重都落在這個尺碼的範圍。`
    case 'between':
      return `${advice.smaller} 和 ${advice.larger} 都合適：喜歡俐落選 ${advice.smaller}，喜歡寬鬆選 ${advice.larger}。`
    case 'disagree':
      return advice.byHeight === advice.byWeight
        ? `最接近的是 ${advice.byHeight}。`
        : `身高比較接近 ${advice.byHeight}，體重比較接近 ${advice.byWeight}。在意衣長選 ${advice.byHeight}，在意胸圍選 ${advice.byWeight}。`
    default:
      return OUTSIDE[advice.end]
  }
}
