// The charts library with only what is used: axes and grids, one kind of series that draws our own marks, and one for
// tens of thousands of points.
// Loaded when the first chart appears.

import './text_cache.ts';
import { CustomChart, ScatterChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

use([CanvasRenderer, SVGRenderer, CustomChart, ScatterChart, GridComponent]);

export { init };
