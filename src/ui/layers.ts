/**
 * The order of the layers of styles. It stands at the head of the page and of every file of styles: when React makes the document anew,
 * as after a page of failure, files that came later stand before the head's own, and whichever comes first decides.
 */
export const LAYERS = '@layer tokens,base,ui,screens,brand;'
