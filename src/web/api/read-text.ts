/** Hears how much of an answer has come, 0 to 1 in whole per cents; null where the server does not say how long it is. */
export type OnProgress = (fraction: number | null) => void

/** Reads an answer's text and tells on the way how much of it is there. */
export async function readText(response: Response, onProgress: OnProgress): Promise<string> {
  if (!response.body) return response.text()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const pieces: string[] = []
  const told = perCents(lengthOf(response), onProgress)
  let come = 0
  for (;;) {
    told(come)
    const { done, value } = await reader.read()
    if (done) break
    come += value.byteLength
    pieces.push(decoder.decode(value, { stream: true }))
  }
  return pieces.join('') + decoder.decode()
}

/** The answer's bytes as they are read, which a compressed answer's content-length is not; null where nobody says. */
function lengthOf({ headers }: Response): number | null {
  const length = Number(headers.get('x-uncompressed-length'))
  return length > 0 ? length : null
}

/** Tells each per cent once: a long answer comes in hundreds of pieces, and each telling draws the screen anew. */
function perCents(length: number | null, onProgress: OnProgress): (come: number) => void {
  let last = -1
  return (come) => {
    const perCent = length === null ? 0 : Math.min(100, Math.floor((100 * come) / length))
    if (perCent === last) return
    last = perCent
    onProgress(length === null ? null : perCent / 100)
  }
}
