// The charts library remembers the widths of texts in plain objects, by the texts themselves. A model called "__proto__"
// would be written into the prototype of all objects, one called "constructor" would be read from it: no key is a bare text.
import LRU from 'zrender/lib/core/LRU.js';

const { get, put } = LRU.prototype;

LRU.prototype.get = function (key: string | number) {
  return get.call(this, `:${key}`);
};
LRU.prototype.put = function (key: string | number, value: unknown) {
  return put.call(this, `:${key}`, value);
};
