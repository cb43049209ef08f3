'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { lazyPart, useDisclosure } from '#components/ui/lazy-part.tsx'
import type { Picture } from '#lib/content/pages.ts'

import styles from './gallery.module.css'

const loadLargeView = () => import('./large-view.tsx')
const LargeView = lazyPart(loadLargeView)

/** The pictures, and what the server drew of each, which needs no script. */
type GalleryProps = { readonly pictures: readonly Picture[]; readonly thumbs: readonly ReactNode[] }

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
        if (seen) setCurrent([...list.children].indexOf(seen.target))
      },
      { root: list, threshold: 0.6 },
    )
    for (const slide of list.children) observer.observe(slide)
    return () => observer.disconnect()
  }, [])
  // Beyond either end the browser stays at that end, and no button is found.
  function show(index: number, withFocus?: boolean): void {
    const list = track.current
    list?.scrollTo({ left: index * list.clientWidth })
    if (withFocus) list?.querySelectorAll('button')[index]?.focus({ preventScroll: true })
  }
  return { track, current, show }
}

function Thumbs({
  pictures,
  thumbs,
  current,
  onShow,
}: GalleryProps & {
  current: number
  onShow: (index: number) => void
}) {
  return (
    <ul className={`plain-list ${styles.thumbs}`}>
      {pictures.map(({ src }, index) => (
        <li key={src}>
          <a
            className={styles.thumb}
            // The pictures themselves are one stop of the keyboard, with arrow keys; these are for pointers.
            tabIndex={-1}
            href={`#picture-${index + 1}`}
            aria-label={`第 ${index + 1} 張圖片`}
            aria-current={index === current || undefined}
            onClick={(event) => {
              event.preventDefault()
              onShow(index)
            }}
          >
            {thumbs[index]}
          </a>
        </li>
      ))}
    </ul>
  )
}

type Slides = { readonly slides: readonly ReactNode[] }

/** A product's pictures: swipe, thumbnails, arrow keys, and a large view. Works as plain links and scrolling without script. */
export function Gallery({ pictures, slides, thumbs }: GalleryProps & Slides) {
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
      <Thumbs pictures={pictures} thumbs={thumbs} current={current} onShow={show} />
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
