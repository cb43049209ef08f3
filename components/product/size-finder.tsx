'use client'

import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import {
  advisedSizes,
  type SizeAdvice,
  sizeAdvice,
  type SizeChart,
} from '#lib/product/size-chart.ts'
import type { Size } from '#lib/product/sizes.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './size-finder.module.css'

const LENGTHS = { short: '衣長偏短一些', right: '衣長合適', long: '衣長偏長一些' } as const
const WIDTHS = { tight: '寬度偏合身', right: '寬度合適', loose: '寬度寬鬆一些' } as const

type Nearest = Extract<SizeAdvice, { kind: 'nearest' }>

function nearestSentence({ size, fit, byHeight, byWeight }: Nearest, chart: SizeChart): string {
  const sits = `最接近的是 ${size}：${LENGTHS[fit.length]}，${WIDTHS[fit.width]}。`
  const length = byHeight === undefined || byHeight === size ? '' : `在意衣長選 ${byHeight}`
  const width = byWeight === undefined || byWeight === size ? '' : `在意寬度選 ${byWeight}`
  if (length === '' && width === '') {
    const row = chart.find((measures) => measures.size === size)
    return noBreak(
      `這組數字不在尺寸表的範圍裡。${sits}衣長 ${row?.length}、胸寬 ${row?.chest} 公分，拿一件平常穿的 T 恤比一比最準。`,
    )
  }
  return `${sits}${[length, width].filter(Boolean).join('，')}。`
}

/** Sentence of the size finder; names two sizes where the chart gives no single answer. */
export function sizeSentence(advice: SizeAdvice, chart: SizeChart): string {
  switch (advice.kind) {
    case 'one':
      return `建議 ${advice.size}。身高與體重都落在這個尺寸的範圍。`
    case 'between':
      return `${advice.smaller} 和 ${advice.larger} 都合適：喜歡俐落選 ${advice.smaller}，喜歡寬鬆選 ${advice.larger}。`
    default:
      return nearestSentence(advice, chart)
  }
}

const measure = (text: FormDataEntryValue | null) =>
  typeof text === 'string' && text.trim() !== '' ? Number(text.normalize('NFKC')) : Number.NaN

const ASKED = { inputMode: 'decimal', autoComplete: 'off', 'aria-required': true } as const
const WRONG = { 'aria-invalid': true, 'aria-describedby': 'measures-problem' } as const

/** Suggests a size from height and weight. The input never leaves the page. */
export default function SizeFinder({
  chart,
  sizes,
  onChoose,
}: {
  chart: SizeChart
  sizes: readonly Size[]
  onChoose: (size: Size) => void
}) {
  const [advice, setAdvice] = useState<SizeAdvice | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const answer = useRef<HTMLDivElement>(null)

  // On a phone the buy bar would cover the result.
  useEffect(() => {
    if (advice ?? problem) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [advice, problem])

  function find(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [height, weight] = [measure(form.get('height')), measure(form.get('weight'))]
    const usable = height >= 100 && height <= 250 && weight >= 20 && weight <= 250
    setProblem(usable ? undefined : '請填寫身高（公分）與體重（公斤），例如 172 與 66。')
    setAdvice(usable ? sizeAdvice(chart, height, weight) : undefined)
  }

  const offered = advice ? advisedSizes(advice).filter((size) => sizes.includes(size)) : []
  const field = problem === undefined ? ASKED : { ...ASKED, ...WRONG }
  return (
    <form className={styles.finder} aria-label="尺寸建議" noValidate onSubmit={find}>
      <div className={styles.fields}>
        <TextField id="height" label="身高（公分）" {...field} />
        <TextField id="weight" label="體重（公斤）" {...field} />
        <Button type="submit">查看建議尺寸</Button>
      </div>
      <div ref={answer} className={styles.answer}>
        <output>
          {problem ? (
            <p className={styles.problem} id="measures-problem">
              {problem}
            </p>
          ) : null}
          {advice ? <p>{sizeSentence(advice, chart)}</p> : null}
        </output>
        {offered.length > 0 ? (
          <div className="ways">
            {offered.map((size) => (
              <Button key={size} onClick={() => onChoose(size)}>
                選 {size}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      <p className={styles.hint}>依尺寸表計算，身高體重不會儲存。</p>
    </form>
  )
}
