import { getImageProps } from 'next/image'

import { PICTURE_QUALITY } from '#lib/content/pictures.ts'

/**
 * A responsive picture from public/. `priority` marks the first one, `phone` a crop for windows
 * below 600 px.
 */
export function Picture({
  src,
  alt,
  width,
  height,
  sizes,
  priority = false,
  phone,
  className,
}: {
  src: string
  alt: string
  width: number
  height: number
  sizes?: string
  priority?: boolean
  phone?: { src: string; width: number; height: number } | undefined
  className?: string | undefined
}) {
  const common = { alt, quality: PICTURE_QUALITY, sizes }
  const { props } = getImageProps({ ...common, src, width, height })
  // next/image's inline style only hides the alt text while loading; an alt text is worth seeing.
  const { style: _style, ...image } = props
  return (
    <picture>
      {phone ? (
        <source
          media="(max-width: 599px)"
          srcSet={getImageProps({ ...common, ...phone }).props.srcSet}
          sizes={sizes}
          width={phone.width}
          height={phone.height}
        />
      ) : null}
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
