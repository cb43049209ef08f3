'use client'

import { lazyPart, useDisclosure } from '#components/ui/lazy-part.tsx'
import type { SizeChart } from '#lib/product/size-chart.ts'
import type { Size } from '#lib/product/sizes.ts'
import styles from './buy-form.module.css'
import { Choice } from './choice.tsx'
import type { OptionProps } from './color-choice.tsx'

const loadFinder = () => import('./size-finder.tsx')

const SizeFinder = lazyPart(loadFinder)

/** The sizes in one row, with the ways to the size chart and the size finder. */
export function SizeChoice({
  sizes,
  chart,
  chosen,
  unavailable,
  gone,
  onChoose,
}: OptionProps<Size> & {
  sizes: readonly Size[]
  chart: SizeChart
  gone: ReadonlySet<Size>
}) {
  const finder = useDisclosure(loadFinder)
  return (
    <div>
      <fieldset className={styles.options}>
        <legend className={styles.label}>尺寸</legend>
        <div className={styles.sizes}>
          {sizes.map((size) => (
            <Choice
              key={size}
              group="size"
              value={size}
              chosen={chosen === size}
              unavailable={unavailable}
              gone={gone.has(size)}
              onChoose={() => onChoose(size)}
            />
          ))}
        </div>
        {gone.has(chosen) ? (
          <output className={styles.hint}>{chosen} 已售完，請選其他尺寸。</output>
        ) : null}
      </fieldset>
      <div className={styles.sizeHelp}>
        <a className="text-button" href="#size-chart">
          看尺寸表
        </a>
        <button
          type="button"
          className="text-button"
          aria-expanded={finder.isOpen}
          onClick={finder.isOpen ? finder.close : finder.open}
        >
          幫我選尺寸
        </button>
      </div>
      {finder.isOpen ? (
        <SizeFinder
          chart={chart}
          sizes={sizes.filter((size) => !gone.has(size))}
          onChoose={onChoose}
        />
      ) : null}
    </div>
  )
}
