import 'server-only'

import type { ReactNode } from 'react'

import { LOOP_NAMES } from '#components/camera/messages.ts'
import { HalfStrip } from '#components/half/half-strip.tsx'
import { OtherHalf } from '#components/half/other-half.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Flowing } from '#components/ui/flowing.tsx'
import { Link } from '#components/ui/link.tsx'
import { Picture } from '#components/ui/picture.tsx'
import { loopPath, LOOPS } from '#lib/camera/scene.ts'
import type { ShownGarment } from '#lib/garment/garment.ts'
import { newestHalves } from '#lib/half/shown-halves.ts'
import { articlePath, cameraPath, creatorPath, productPath } from '#lib/routes/paths.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './garment-view.module.css'
import { MotifDrawing } from './motif-drawing.tsx'
import { SoundPlayer } from './sound-player.tsx'

function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className={styles.section} id={id}>
      <h2 className={styles.heading}>{title}</h2>
      <div className={styles.words}>{children}</div>
    </section>
  )
}

function Opening({ garment, words, isInShop }: Omit<ShownGarment, 'article'>) {
  const { title, subtitle, motif, image, creator, greeting = words.greeting } = garment
  return (
    <header className={styles.opening}>
      {motif ? (
        <figure className={styles.motif} aria-label={`${title}胸前的圖`}>
          <MotifDrawing name={motif} />
        </figure>
      ) : (
        <Picture {...image} width={1600} height={2000} sizes="320px" priority />
      )}
      <h1>{noBreak(title)}</h1>
      {subtitle === undefined ? null : <p className={styles.soft}>{noBreak(subtitle)}</p>}
      <p className={styles.greeting}>{greeting}</p>
      {/* A plain link loads a new document, because the camera has its own policy. */}
      <a className={buttonClass('primary')} href={cameraPath(garment.id)}>
        {words.camera.label}
      </a>
      <p>
        圖：
        <Link href={creatorPath(creator.slug)}>{creator.name}</Link>
        {isInShop ? (
          <>
            　還沒有這一件？
            <Link href={productPath(garment.id)}>到商店看看</Link>
          </>
        ) : null}
      </p>
    </header>
  )
}

function Care({ garment, words: { care } }: Pick<ShownGarment, 'garment' | 'words'>) {
  return (
    <Section title={care.title} id="care">
      <ul className={styles.list}>
        {garment.care.map((line) => (
          <li key={line}>
            <Flowing text={line} />
          </li>
        ))}
      </ul>
      <p>
        <Link href={care.more.href}>{care.more.label}</Link>
      </p>
    </Section>
  )
}

/**
 * The garment page that a code opens: drawing, creator, story, camera and care. It shows no price.
 */
export function GarmentView({ garment, words, article, isInShop }: ShownGarment) {
  const camera = garment.motif ? words.camera : words.camera.plain
  return (
    <article>
      <Opening garment={garment} words={words} isInShop={isInShop} />
      <div className={`page ${styles.body}`}>
        {garment.html === '' ? null : (
          <Section title={words.story}>
            <div className="prose" dangerouslySetInnerHTML={{ __html: garment.html }} />
          </Section>
        )}
        <Section title={camera.title}>
          <p>
            <Flowing text={camera.text} />
          </p>
          {garment.motif ? <OtherHalf name={garment.motif} /> : null}
        </Section>
        {garment.motif ? <HalfStrip halves={newestHalves([garment.motif])} /> : null}
        {words.sound ? (
          <Section title={words.sound.title}>
            <p>
              <Flowing text={words.sound.text} />
            </p>
            <ul className={`plain-list ${styles.sounds}`}>
              {LOOPS.map((name) => (
                <li key={name}>
                  <SoundPlayer src={loopPath(name)} name={LOOP_NAMES[name]} />
                </li>
              ))}
            </ul>
          </Section>
        ) : null}
        <Care garment={garment} words={words} />
        <div
          id="mending"
          className={`prose ${styles.mending}`}
          dangerouslySetInnerHTML={{ __html: words.html }}
        />
        {article ? (
          <Section title={words.article.title}>
            <p>
              <Link href={articlePath(article.slug)}>{article.title}</Link>
            </p>
            <p className={styles.soft}>
              <Flowing text={article.excerpt} />
            </p>
          </Section>
        ) : null}
        <Section title={words.again.title}>
          <p>
            <Flowing text={isInShop ? words.again.text : words.again.gone} />
          </p>
          {isInShop ? (
            <p>
              <ButtonLink href={productPath(garment.id)}>{words.again.label}</ButtonLink>
            </p>
          ) : null}
        </Section>
      </div>
    </article>
  )
}
