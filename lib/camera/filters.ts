/** The filters of the camera, in the order of their buttons. */
export const FILTERS = ['plain', 'mist', 'sand', 'indigo', 'ink', 'dusk'] as const

export type FilterName = (typeof FILTERS)[number]

type Color = readonly [red: number, green: number, blue: number]

/**
 * A filter's effect: a color matrix (red, green, blue, constant), an S-curve contrast, then a
 * vignette.
 */
export type Filter = {
  readonly rows: readonly [Row, Row, Row]
  readonly contrast: number
  readonly vignette: number
}

type Row = readonly [number, number, number, number]

// Luminance weights of the channels (ITU-R BT.709).
const LUMA: Color = [0.2126, 0.7152, 0.0722]

const rowsOf = (row: (channel: 0 | 1 | 2) => Row): Filter['rows'] => [row(0), row(1), row(2)]

/** Grey levels become the colours between `dark` and `light`. */
function twoTone(dark: Color, light: Color): Filter['rows'] {
  return rowsOf((channel) => {
    const span = light[channel] - dark[channel]
    return [span * LUMA[0], span * LUMA[1], span * LUMA[2], dark[channel]]
  })
}

/** Less or more colour, then `gain` and `lift` for each channel. */
function tint(saturation: number, gain: Color, lift: Color): Filter['rows'] {
  return rowsOf((channel) => {
    const part = (source: 0 | 1 | 2) =>
      gain[channel] * (LUMA[source] * (1 - saturation) + (source === channel ? saturation : 0))
    return [part(0), part(1), part(2), lift[channel]]
  })
}

const DEFINITIONS: Readonly<Record<FilterName, Filter>> = {
  plain: { rows: tint(1, [1, 1, 1], [0, 0, 0]), contrast: 0, vignette: 0 },
  mist: { rows: tint(0.66, [0.8, 0.83, 0.84], [0.15, 0.155, 0.165]), contrast: 0.1, vignette: 0 },
  sand: {
    rows: tint(0.42, [1.02, 0.93, 0.76], [0.06, 0.045, 0.03]),
    contrast: 0.35,
    vignette: 0.2,
  },
  indigo: { rows: twoTone([0.05, 0.11, 0.27], [0.97, 0.98, 0.95]), contrast: 0.55, vignette: 0.15 },
  ink: { rows: twoTone([0.06, 0.055, 0.05], [1, 0.99, 0.965]), contrast: 0.75, vignette: 0.25 },
  dusk: { rows: tint(1.15, [1.1, 0.93, 0.82], [0.03, 0, 0.07]), contrast: 0.3, vignette: 0.3 },
}

/** Returns the filter of this name. */
export function findFilter(name: FilterName): Filter {
  return DEFINITIONS[name]
}

/** S-curve of a filter's contrast; levels run from 0 to 1. */
const curveOf = (contrast: number) => (value: number) => {
  const level = value < 0 ? 0 : value > 1 ? 1 : value
  return level + contrast * (level * level * (3 - 2 * level) - level)
}

const CURVE_STEPS = 32

/** The matrix and the table of an SVG filter that makes the same colours, but for the vignette. */
export function svgFilterOf({ rows, contrast }: Filter): { matrix: string; table: string } {
  const curve = curveOf(contrast)
  const table = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => curve(step / CURVE_STEPS))
  const colors = rows.flatMap(([red, green, blue, lift]) => [red, green, blue, 0, lift])
  return { matrix: [...colors, 0, 0, 0, 1, 0].join(' '), table: table.join(' ') }
}

/** Applies a filter in place to RGBA pixels of a picture that is `width` pixels wide. */
export function filterPixels(
  pixels: Uint8ClampedArray,
  width: number,
  { rows, contrast, vignette }: Filter,
): void {
  const [[a, b, c, d], [e, f, g, h], [i, j, k, l]] = rows
  const height = pixels.length / 4 / width
  const curve = curveOf(contrast)
  for (let at = 0, y = 0; y < height; y += 1) {
    const down = (y + 0.5) / height - 0.5
    for (let x = 0; x < width; x += 1, at += 4) {
      const aside = (x + 0.5) / width - 0.5
      const corner = 2 * (aside * aside + down * down)
      const light = 255 * (1 - vignette * corner * corner)
      const red = (pixels[at] ?? 0) / 255
      const green = (pixels[at + 1] ?? 0) / 255
      const blue = (pixels[at + 2] ?? 0) / 255
      pixels[at] = light * curve(a * red + b * green + c * blue + d)
      pixels[at + 1] = light * curve(e * red + f * green + g * blue + h)
      pixels[at + 2] = light * curve(i * red + j * green + k * blue + l)
    }
  }
}

/** The same as a fragment shader of WebGL 1; `place` runs from 0 to 1 over the picture. */
export const FILTER_SHADER = `
precision highp float;
varying vec2 place;
uniform sampler2D picture;
uniform vec4 rows[3];
uniform vec2 shape;
void main() {
  vec4 color = vec4(texture2D(picture, place).rgb, 1.0);
  vec3 level = vec3(dot(rows[0], color), dot(rows[1], color), dot(rows[2], color));
  level = clamp(level, 0.0, 1.0);
  level += shape.x * (level * level * (3.0 - 2.0 * level) - level);
  vec2 away = place - 0.5;
  float corner = 2.0 * dot(away, away);
  gl_FragColor = vec4(level * (1.0 - shape.y * corner * corner), 1.0);
}`
