import type { SizeAdvice } from '#lib/product/size-chart.ts'

const OUTSIDE = {
  small:
    '這組數字比尺寸表的 S 更小。S 會是最接近的，但穿起來會偏寬鬆；可以量一件平常合身的 T 恤來比對。',
  large:
    '這組數字超出尺寸表的 XXL。XXL 會是最接近的，但可能偏合身；可以量一件平常合身的 T 恤來比對。',
  mixed: '這組數字不在尺寸表的範圍內，我們不想亂猜。請量一件平常合身的 T 恤，再對照衣長與胸寬。',
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
