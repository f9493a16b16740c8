/** Signs that a file system keeps for itself, and those that nobody sees or that turn the line around. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff"*/:<>?\\|]/gu

/** The name without what no file may be called by. */
const fitName = (name: string): string => name.replace(unfit, '-')

/** As encodeURIComponent leaves them out, but a header may not have them (RFC 8187). */
const encodedFurther = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The header that has a browser save the answer under a name of any language (RFC 6266). */
export function savedAs(name: string): string {
  const fit = fitName(name)
  const plain = fit.replace(/[^ -~]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodedFurther(fit)}`
}
