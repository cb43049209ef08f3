import type { ComponentProps } from 'react'

import { type PictureSources, pictureSources } from '#lib/content/pictures.ts'

/** Props of a picture. */
export type PictureProps = Pick<ComponentProps<'img'>, 'style' | 'onError'> & {
  src: string
  alt: string
  /** The shape of the picture in pixels; without `sizes` the width at which it is shown, too. */
  width: number
  height: number
  sizes?: string
  /** Marks the first picture of a page. */
  priority?: boolean
  /** A crop for windows below 600 px. */
  phone?: { readonly src: string; readonly width: number; readonly height: number } | undefined
  className?: string | undefined
  /** The class of the `<picture>` around it. */
  frame?: string | undefined
}

const PHONE = '(max-width: 599px)'

type SourceProps = Pick<ComponentProps<'source'>, 'media' | 'sizes' | 'width' | 'height'>

// One for each format that is stored, the newest first; a drawing has none.
function Sources({ avif, jpeg, src, ...props }: PictureSources & SourceProps) {
  return (
    <>
      {avif === undefined ? null : <source type="image/avif" srcSet={avif} {...props} />}
      {props.media === undefined ? null : <source srcSet={jpeg ?? src} {...props} />}
    </>
  )
}

/**
 * A picture in the sizes that are stored of it, by the address that `shownPicture` returns. The only place that writes
 * `<picture>`, beside the pictures in a text (lib/adapters/markdown/content-file.ts).
 */
export function SizedPicture({
  src,
  alt,
  width,
  height,
  sizes = `${width}px`,
  priority = false,
  phone,
  frame,
  ...image
}: PictureProps) {
  const sources = pictureSources(src)
  return (
    <picture className={frame}>
      {phone ? (
        <Sources
          {...pictureSources(phone.src)}
          media={PHONE}
          sizes={sizes}
          width={phone.width}
          height={phone.height}
        />
      ) : null}
      <Sources {...sources} sizes={sizes} />
      <img
        {...image}
        alt={alt}
        src={sources.src}
        srcSet={sources.jpeg}
        sizes={sources.jpeg === undefined ? undefined : sizes}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding={priority ? 'sync' : 'async'}
      />
    </picture>
  )
}
