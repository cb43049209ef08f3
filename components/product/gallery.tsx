'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { lazyPart, useDisclosure } from '#components/ui/lazy-part.tsx'
import type { Picture } from '#lib/content/pages.ts'
import styles from './gallery.module.css'

const loadLargeView = () => import('./large-view.tsx')
const LargeView = lazyPart(loadLargeView)

/** The pictures, and what the server drew of each, which needs no script. */
type GalleryProps = {
  readonly pictures: readonly Picture[]
  readonly slides: readonly ReactNode[]
}

/** Which slide of a sideways scrolling track is in view, and a way to another. */
function useSlides() {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const list = track.current
    if (!list) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        // Entries of several frames come together when the browser is busy; the last is how it is now.
        const seen = entries.findLast((entry) => entry.isIntersecting)
        // A wide window shows all of them at once.
        if (seen && list.scrollWidth > list.clientWidth + 1)
          setCurrent([...list.children].indexOf(seen.target))
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) observer.observe(slide)
    return () => observer.disconnect()
  }, [])
  // Beyond either end the browser stays at that end, and no button is found.
  function show(index: number, withFocus?: boolean): void {
    const list = track.current
    setCurrent(Math.max(0, Math.min(index, (list?.children.length ?? 1) - 1)))
    list?.scrollTo({ left: index * list.clientWidth })
    const button = withFocus ? list?.querySelectorAll('button')[index] : undefined
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return { track, current, show }
}

/** A product's pictures: all of them in a wide window, one after the other in a narrow one; arrow keys, and a large view. */
export function Gallery({ pictures, slides }: GalleryProps) {
  const { track, current, show } = useSlides()
  const large = useDisclosure(loadLargeView)

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || large.isOpen) return
    event.preventDefault()
    show(current + step, true)
  }

  return (
    <section className={styles.gallery} aria-label="商品圖片">
      <div className={styles.stage}>
        <ul className={`plain-list ${styles.track}`} ref={track}>
          {pictures.map((picture, index) => (
            <li className={styles.slide} key={picture.src} id={`picture-${index + 1}`}>
              <button
                type="button"
                className={styles.enlarge}
                // The arrow keys lead to the other pictures.
                tabIndex={index === current ? 0 : -1}
                onKeyDown={onKeyDown}
                onClick={() => {
                  show(index)
                  large.open()
                }}
              >
                <span className="visually-hidden">放大：</span>
                {slides[index]}
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.count} aria-hidden="true">
          {pictures.map(({ src }, index) => (
            <i key={src} data-current={index === current || undefined} />
          ))}
          {current + 1} / {pictures.length}
        </p>
      </div>
      {large.isOpen ? (
        <LargeView
          pictures={pictures}
          index={current}
          onMove={show}
          onClose={() => {
            large.close()
            show(current, true)
          }}
        />
      ) : null}
    </section>
  )
}
