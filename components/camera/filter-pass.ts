import { type Filter, FILTER_SHADER, filterPixels } from '#lib/camera/filters.ts'

/** Applies a filter to a canvas; the answer is a canvas that holds until the next call. */
export type FilterPass = {
  /** Whether the graphics processor does it; without one a live picture is filtered at half its size. */
  readonly isFast: () => boolean
  readonly run: (base: HTMLCanvasElement, filter: Filter) => HTMLCanvasElement
}

const VERTEX_SHADER = `
attribute vec2 corner;
varying vec2 place;
void main() {
  place = vec2(0.5 + 0.5 * corner.x, 0.5 - 0.5 * corner.y);
  gl_Position = vec4(corner, 0.0, 1.0);
}`

function compile(gl: WebGLRenderingContext, type: number, source: string): WebGLShader | null {
  const shader = gl.createShader(type)
  if (!shader) return null
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}

type Shader = {
  readonly isLost: () => boolean
  readonly run: FilterPass['run']
}

function createShader(): Shader | undefined {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl', { alpha: false, antialias: false, depth: false })
  if (!gl) return undefined
  const vertex = compile(gl, gl.VERTEX_SHADER, VERTEX_SHADER)
  const fragment = compile(gl, gl.FRAGMENT_SHADER, FILTER_SHADER)
  if (!vertex || !fragment) return undefined
  const program = gl.createProgram()
  gl.attachShader(program, vertex)
  gl.attachShader(program, fragment)
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) return undefined

  // One triangle over the whole picture, and one texture for it.
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  const corner = gl.getAttribLocation(program, 'corner')
  gl.enableVertexAttribArray(corner)
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  const [rows, shape] = ['rows', 'shape'].map((name) => gl.getUniformLocation(program, name))
  return {
    isLost: () => gl.isContextLost(),
    run: (base, filter) => {
      canvas.width = base.width
      canvas.height = base.height
      gl.viewport(0, 0, base.width, base.height)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, base)
      gl.uniform4fv(rows ?? null, filter.rows.flat())
      gl.uniform2f(shape ?? null, filter.contrast, filter.vignette)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      return canvas
    },
  }
}

function runOnPixels(base: HTMLCanvasElement, filter: Filter): HTMLCanvasElement {
  const context = base.getContext('2d')
  const picture = context?.getImageData(0, 0, base.width, base.height)
  if (!context || !picture) return base
  filterPixels(picture.data, base.width, filter)
  context.putImageData(picture, 0, 0)
  return base
}

/** A pass by WebGL, or by the processor where there is none or where the browser took it away. */
export function createFilterPass(): FilterPass {
  const shader = createShader()
  const isFast = () => shader !== undefined && !shader.isLost()
  return {
    isFast,
    run: (base, filter) =>
      shader && isFast() ? shader.run(base, filter) : runOnPixels(base, filter),
  }
}
