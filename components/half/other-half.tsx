import { findMotif } from '#lib/garment/motif.ts'
import type { Sheet } from '#lib/half/half.ts'
import type { MotifName } from '#lib/product/product.ts'
import { DrawHalf, type Ending } from './draw-half.tsx'
import styles from './other-half.module.css'

const ENDINGS: Readonly<Record<MotifName, readonly Ending[]>> = {
  ridge: [
    { name: '慢慢下山', half: '308,151 352,168 398,158 446,182 520,190 620,196' },
    {
      name: '再翻一座',
      half: '308,151 338,122 372,84 396,104 422,90 468,140 516,128 560,160 620,172',
    },
    {
      name: '走進雲裡',
      half: '308,151 350,140 392,146 430,128;452,128 492,117 532,126;552,126 586,119 620,124',
    },
  ],
  circle: [
    { name: '合起來', half: '155,31 180,30 205,38 227,54' },
    { name: '留一道門', half: '155,31 173,19 192,11' },
    { name: '長出一片葉子', half: '155,31 184,12 216,20 227,54;188,30 208,44' },
  ],
}

const LABELS: Readonly<Record<MotifName, string>> = {
  ridge: '一線山稜，畫過七個起伏，停在半空；另一半空著',
  circle: '一筆圓，留著一個開口',
}

function sheetOf(viewBox: string): Sheet {
  const [, , width = 0, height = 0] = viewBox.split(' ').map(Number)
  return { width, height }
}

/** A style's drawing whose other half a visitor draws; what was drawn stays on the device, the same on every page. */
export function OtherHalf({ name }: { name: MotifName }) {
  const { sheet, outline, color, end } = findMotif(name)
  const [x, y] = end
  return (
    <div className={styles.half}>
      <div className={styles.sheet} style={{ aspectRatio: sheet.split(' ').slice(2).join(' / ') }}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing with a name, in the page itself */}
        <svg viewBox={sheet} role="img" aria-label={LABELS[name]} className={styles.line}>
          <path d={outline} fill={color} />
        </svg>
        <DrawHalf
          motif={name}
          sheet={sheetOf(sheet)}
          end={[Math.round(x), Math.round(y)]}
          color={color}
          width={name === 'circle' ? 20 : 8}
          endings={ENDINGS[name]}
        />
      </div>
    </div>
  )
}
