import { getImageProps } from 'next/image'

import { PICTURE_QUALITY } from '#lib/site/share-picture.ts'

/** A picture of public/ at the sizes its place needs, or without `sizes` at its width and twice that; `first` is for the one that the page opens with. The space is reserved by width and height. */
export function Picture({
  src,
  alt,
  width,
  height,
  sizes,
  priority = false,
  className,
}: {
  src: string
  alt: string
  width: number
  height: number
  sizes?: string
  priority?: boolean
  className?: string | undefined
}) {
  const { props } = getImageProps({
    src,
    alt,
    width,
    height,
    quality: PICTURE_QUALITY,
    ...(sizes === undefined ? {} : { sizes }),
  })
  // next/image's inline style only hides the alt text while loading; an alt text is worth seeing.
  const { style: _style, ...image } = props
  return (
    <picture>
      <img
        {...image}
        alt={alt}
        className={className}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding={priority ? 'sync' : 'async'}
      />
    </picture>
  )
}
